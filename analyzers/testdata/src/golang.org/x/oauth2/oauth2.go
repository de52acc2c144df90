// Package oauth2 stands for the real one: the names and types that the tables know.
package oauth2

// A Token lets one in.
type Token struct{ AccessToken string }

// A TokenSource gives tokens.
type TokenSource interface{ Token() (*Token, error) }
