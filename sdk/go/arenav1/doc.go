// Package arenav1 has the messages and services of the protocol, generated from
// proto/arena/v1 by sdk/go/generate; its comments say what each message means.
package arenav1
