import type { Scope } from './scope.ts'
import type { I18n } from './store.ts'
import type { TextArg, TextArgs } from './translate.ts'

/**
 * The texts of one entity: labels, groups, tabs, states and choices mean there what its own translations say, else what
 * they mean everywhere (reference: texts, Languages). The same function for the same entity.
 */
export function scopeOf(entity: string): Scope {
  const scope = scopes.get(entity) ?? makeScope(entity)
  scopes.set(entity, scope)
  return scope
}

const scopes = new Map<string, Scope>()

function makeScope(entity: string): Scope {
  const made = new WeakMap<I18n, I18n>()
  return (i18n) => {
    const own = made.get(i18n) ?? within(i18n, entity)
    made.set(i18n, own)
    return own
  }
}

function within(i18n: I18n, entity: string): I18n {
  const has = (source: string, context: string | undefined) =>
    context !== undefined && i18n.t(source, undefined, context) !== i18n.t(source)
  const contextOf = (source: string, context?: string) =>
    !has(source, context) && has(source, entity) ? entity : context
  const inScope = (arg: TextArg): TextArg => {
    if (typeof arg !== 'object') return arg
    if (!('translate' in arg)) return arg.map(inScope)
    const context = contextOf(arg.translate, arg.context)
    return { translate: arg.translate, ...(context !== undefined && { context }) }
  }
  const argsInScope = (args: TextArgs): TextArgs =>
    Array.isArray(args)
      ? args.map(inScope)
      : Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, inScope(arg)]))
  return {
    ...i18n,
    contextOf,
    t: (source, args, context) => i18n.t(source, args && argsInScope(args), contextOf(source, context)),
    isMissing: (source, context) => i18n.isMissing(source, contextOf(source, context)),
  }
}
