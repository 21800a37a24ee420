'use strict'
const fs = require('fs'), path = require('path')
const [tsc, sourceDir, targetDir] = process.argv.slice(1)
const ts = require(path.join(path.dirname(fs.realpathSync(tsc)), '..', 'lib', 'typescript.js'))
const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2020, esModuleInterop: true }
let faultCount = 0

function convert(file, output) {
  const result = ts.transpileModule(fs.readFileSync(file, 'utf8'), { fileName: file, reportDiagnostics: true, compilerOptions: options })
  for (const fault of result.diagnostics) {
    const position = fault.file.getLineAndCharacterOfPosition(fault.start)
    console.error(`${file}:${position.line + 1}:${position.character + 1}: error: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
    faultCount++
  }
  fs.writeFileSync(output, result.outputText)
}

function walk(dir, outputDir) {
  fs.mkdirSync(outputDir, { recursive: true })
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
      walk(file, path.join(outputDir, entry.name))
    } else if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts')) {
      convert(file, path.join(outputDir, entry.name.replace(/ts$/, 'js')))
    }
  }
}

walk(sourceDir, targetDir)
process.exit(faultCount > 0 ? 1 : 0)
