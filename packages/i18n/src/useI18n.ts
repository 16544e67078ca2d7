import { useSyncExternalStore } from 'react'
import { currentI18n, type I18n, subscribe } from './store.ts'

/** The translator for components; renders again when language or dictionary change. */
export function useI18n(): I18n {
  return useSyncExternalStore(subscribe, currentI18n, currentI18n)
}
