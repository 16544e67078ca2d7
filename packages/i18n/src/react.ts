export { addTranslation, currentI18n, type I18n, setLanguage, sourceOf, type TextSource, t } from './store.ts'
export { Text } from './Text.tsx'
export { useI18n } from './useI18n.ts'
export { useNow } from './useNow.ts'
