// Package ctxflow knows how contexts flow: for every context value where it
// comes from, which deadline it has and how long it lives; for every function
// a summary of what it does with contexts. It is an analyzer that never
// reports: the checks ask its [Result], and other packages get the summaries
// of exported functions as facts.
//
// # How a value is traced
//
// The engine builds SSA for the package (only when the gate finds something in
// it that can matter) and traces a value backwards from where it is used: over
// phis, conversions, extracts of tuples, captured variables, fields of local
// structs, calls of table rows and of functions whose summary is known. The
// trace ends in origins: a parameter (the caller's context), a fresh root, a
// detached context, a field or package variable, or something unknown. The
// set of all origins is kept. Unknown is an origin like the others, and a check
// that wants proof asks whether the set has nothing else.
//
// A variable that closures capture or that has its address taken stays in
// memory in SSA. For these the engine walks back from the load to the stores
// that reach it, and for a load in a closure from the place where the closure is
// made; stores made later, while the closure may run, count as well.
//
// # Summaries
//
// A function's summary is computed when it is first asked for, callees first; a
// call of a function that is still being summarized (recursion) is unknown,
// which is the sound default. What can't be resolved, an interface method or a
// function value, is described by its signature: a function that takes one
// context and returns one is taken to derive the second from the first.
//
// # What is not seen
//
// Contexts that travel through channels, maps, reflection or an any-typed value
// are unknown. Function values are followed only where one definition reaches
// the call.
package ctxflow
