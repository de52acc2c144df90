// Package ctxignoredstrict has what is off by default.
package ctxignoredstrict

import (
	"context"
	"log/slog"
	"net"
)

func listen(ctx context.Context) (net.Listener, error) {
	return net.Listen("tcp", ":0") // want `call of net\.Listen ignores ctx; use net\.ListenConfig\.Listen`
}

func logs(ctx context.Context, log *slog.Logger) {
	slog.Info("open", "port", 80) // want `call of slog\.Info ignores ctx; use slog\.InfoContext`
	log.Warn("slow")              // want `call of log\.Warn ignores ctx; use log\.WarnContext`
	log.WarnContext(ctx, "slow")
	log.With("port", 80).Error("closed") // want `call of log\.With\(\.\.\.\)\.Error ignores ctx; use log\.With\(\.\.\.\)\.ErrorContext`
}

func nobody(log *slog.Logger) { log.Warn("slow") }
