'use strict'
const fs = require('fs'), path = require('path')
const [tsc, from, to] = process.argv.slice(1)
const ts = require(path.join(path.dirname(fs.realpathSync(tsc)), '..', 'lib', 'typescript.js'))
const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2020, esModuleInterop: true }
let faults = 0

function convert(file, made) {
  const done = ts.transpileModule(fs.readFileSync(file, 'utf8'), { fileName: file, reportDiagnostics: true, compilerOptions: options })
  for (const fault of done.diagnostics) {
    const at = fault.file.getLineAndCharacterOfPosition(fault.start)
    console.error(`${file}:${at.line + 1}:${at.character + 1}: error: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
    faults++
  }
  fs.writeFileSync(made, done.outputText)
}

function walk(dir, made) {
  fs.mkdirSync(made, { recursive: true })
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
      walk(file, path.join(made, entry.name))
    } else if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts')) {
      convert(file, path.join(made, entry.name.replace(/ts$/, 'js')))
    }
  }
}

walk(from, to)
process.exit(faults > 0 ? 1 : 0)
