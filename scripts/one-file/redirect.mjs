// Loaded before a program by the option that `putServerInOneFile` returns: `tavla` runs from the one file, everything else
// as ever. An older Node has no such hooks; it starts a newer one, which has.
import * as module from 'node:module'

if (process.argv[1]?.endsWith('tavla.mjs') && module.registerHooks) {
  const url = new URL(import.meta.url).searchParams.get('main')
  const hooks = module.registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== '../src/cli/main.ts') return next(specifier, context)
      hooks.deregister()
      return { url, format: 'module', shortCircuit: true }
    },
  })
}
