// Command daemon stays.
package main

import (
	"net/http"
	"time"
)

func main() {
	http.Get("http://x") // before it serves
	go poll()
	s := &http.Server{ReadTimeout: time.Second}
	s.ListenAndServe()
}

func poll() {
	for {
		http.Get("http://x") // want `http\.Get may wait for ever`
		time.Sleep(time.Minute)
	}
}
