//go:build js

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall/js"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// Main runs in a worker of the page. It exports package desk as the functions touchstoneOpen, which takes a
// stock as JSON, and touchstoneAsk.
func Main(games ...catalog.Game) {
	var opened *desk.Desk
	js.Global().Set("touchstoneOpen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return promise(func() (_ any, err error) {
			opened, err = open(args[0].String(), games)
			return nil, err
		})
	}))
	js.Global().Set("touchstoneAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return promise(func() (any, error) { return ask(opened, args) })
	}))
	select {}
}

// open returns a desk with external games.
func open(text string, games []catalog.Game) (*desk.Desk, error) {
	for _, game := range games {
		if err := catalog.Add(game); err != nil {
			return nil, err
		}
	}
	var stock desk.PageData
	if err := json.Unmarshal([]byte(text), &stock); err != nil {
		return nil, err
	}
	return desk.Open(stock)
}

// ask answers a request. Its arguments are JSON, an object with files as Uint8Arrays by their names, a
// function that receives the progress, and a function that receives parts of the answer. It returns the last
// part; each part is {value, files}.
func ask(from *desk.Desk, args []js.Value) (any, error) {
	request, given, step, tell := []byte(args[0].String()), args[1], args[2], args[3]
	value, made, err := from.AskJSON(context.Background(), request, files(given),
		func(done, of int) { step.Invoke(done, of) },
		func(value []byte, made map[string][]byte) { tell.Invoke(reply(value, made)) })
	return reply(value, made), err
}

// reply returns an object with a value in JSON, and files.
func reply(value []byte, made map[string][]byte) map[string]any {
	return map[string]any{"value": string(value), "files": object(made)}
}

// promise returns a promise of the result of a function.
func promise(do func() (any, error)) js.Value {
	return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
		go func() {
			defer func() { // a panic would end the worker silently
				if r := recover(); r != nil {
					settle[1].Invoke(fmt.Sprintf("touchstone failed, which is no fault of yours: %v", r))
				}
			}()
			value, err := do()
			if err != nil {
				settle[1].Invoke(err.Error())
				return
			}
			settle[0].Invoke(value)
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
