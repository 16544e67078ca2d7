import { useI18n } from '@tavla/i18n/react'

/**
 * An entity's name, translated where the dictionary has it; one made by operators is never marked as missing
 * (reference: texts, Missing translations).
 */
export function EntityName({ name }: { name: string }) {
  const { t } = useI18n()
  return <bdi data-source={name}>{t(name)}</bdi>
}
