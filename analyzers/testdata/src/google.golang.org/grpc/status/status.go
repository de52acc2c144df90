// Package status stands for the package of the same path: what the cases need of it.
package status

import "google.golang.org/grpc/codes"

type Status struct{ code codes.Code }

func (s *Status) Code() codes.Code { return s.code }

func FromError(err error) (*Status, bool) { return nil, false }

func Code(err error) codes.Code { return codes.Unknown }
