import { use, useSyncExternalStore } from 'react'
import { TextScope } from './scope.ts'
import { currentI18n, type I18n, subscribe } from './store.ts'

/** The translator for components, inside of the entity around them; renders again when language or dictionary change. */
export function useI18n(): I18n {
  return use(TextScope)(useSyncExternalStore(subscribe, currentI18n, currentI18n))
}
