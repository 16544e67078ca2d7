import { createContext } from 'react'
import type { I18n } from './store.ts'

/** A translator as it is inside one entity. */
export type Scope = (i18n: I18n) => I18n

/** The entity whose labels are drawn, as a function that `scopeOf` gives. */
export const TextScope = createContext<Scope>((i18n) => i18n)
