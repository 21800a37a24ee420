//go:build js

// Command wasm is what the page runs in a worker: package desk as the function touchstoneAsk.
package main

import (
	"context"
	"fmt"
	"syscall/js"

	"github.com/touchstone-suite/touchstone/site/desk"
)

func main() {
	js.Global().Set("touchstoneAsk", js.FuncOf(ask))
	select {}
}

// ask answers a request: it takes JSON, an object with files as Uint8Arrays by their names, and a function that is told
// how far the work is. It returns a promise of {value, files}.
func ask(_ js.Value, args []js.Value) any {
	request, given, step := []byte(args[0].String()), args[1], args[2]
	return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
		go func() {
			defer func() { // a panic would end the worker without a word
				if r := recover(); r != nil {
					settle[1].Invoke(fmt.Sprintf("touchstone failed, which is no fault of yours: %v", r))
				}
			}()
			value, made, err := desk.AskJSON(context.Background(), request, files(given), func(done, of int) { step.Invoke(done, of) })
			if err != nil {
				settle[1].Invoke(err.Error())
				return
			}
			settle[0].Invoke(map[string]any{"value": string(value), "files": object(made)})
		}()
		return nil
	}))
}

// files returns the files of an object.
func files(from js.Value) map[string][]byte {
	all := map[string][]byte{}
	names := js.Global().Get("Object").Call("keys", from)
	for i := range names.Length() {
		name := names.Index(i).String()
		text := make([]byte, from.Get(name).Length())
		js.CopyBytesToGo(text, from.Get(name))
		all[name] = text
	}
	return all
}

// object returns an object of files.
func object(made map[string][]byte) map[string]any {
	all := map[string]any{}
	for name, text := range made {
		bytes := js.Global().Get("Uint8Array").New(len(text))
		js.CopyBytesToJS(bytes, text)
		all[name] = bytes
	}
	return all
}
