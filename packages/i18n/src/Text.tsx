import type { TextArgs } from './translate.ts'
import { useI18n } from './useI18n.ts'

interface TextProps {
  /** English source text. */
  source: string
  args?: TextArgs | undefined
  context?: string | undefined
}

/**
 * An interface text that can be corrected in place: its element names the source, and a text without translation
 * stands between two globes (contract 7).
 */
export function Text({ source, args, context }: TextProps) {
  const { t, isMissing } = useI18n()
  const text = t(source, args, context)
  if (!isMissing(source, context))
    return (
      <span data-source={source} data-context={context}>
        {text}
      </span>
    )
  return (
    <span data-untranslated="" data-source={source} data-context={context} title={t('Click to translate')}>
      {`🌐${text}🌐`}
    </span>
  )
}
