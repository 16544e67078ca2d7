import { useI18n } from '@tavla/i18n/react'

/**
 * An entity's name, translated if the dictionary has it; a name that operators gave is never marked as untranslated
 * (reference: texts, Missing translations).
 */
export function EntityName({ name }: { name: string }) {
  const { t } = useI18n()
  return <bdi data-source={name}>{t(name, undefined, name)}</bdi>
}
