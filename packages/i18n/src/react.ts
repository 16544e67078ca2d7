export { addTranslation, type I18n, setLanguage, t } from './store.ts'
export { Text } from './Text.tsx'
export { useI18n } from './useI18n.ts'
