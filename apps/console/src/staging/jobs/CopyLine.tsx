import { Text, useI18n } from '@tavla/i18n/react'
import { IconButton } from '@tavla/ui'
import { useCopy } from '../../reading/useCopy.ts'
import './jobs.css'

/** A value to enter elsewhere, with its label and a copy button. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const { t } = useI18n()
  const copy = useCopy()
  return (
    <div className="copy-line">
      <span className="copy-line-name">
        <Text source={label} />
      </span>
      <code dir="ltr">{value}</code>
      <IconButton icon="content_copy" label={`${t('Copy')}: ${t(label)}`} onClick={() => void copy(value)} />
    </div>
  )
}
