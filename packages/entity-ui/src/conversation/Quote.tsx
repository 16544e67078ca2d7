import { useI18n } from '@tavla/i18n/react'
import { Icon, IconButton } from '@tavla/ui'
import type { Quotation } from './message.ts'

interface QuoteProps {
  quoted: Quotation
  /** Scrolls to the message. */
  onFind?: (() => void) | undefined
  /** Removes the quote: the draft then answers no particular message. */
  onRemove?: (() => void) | undefined
}

/** The message that another one answers, in one line. */
export function Quote({ quoted: { writer, text }, onFind, onRemove }: QuoteProps) {
  const { t } = useI18n()
  const words = (
    <>
      {writer !== '' && <bdi className="message-writer">{writer}</bdi>} <bdi className="quote-text">{text}</bdi>
    </>
  )
  return (
    <div className="quote">
      <Icon name="reply" size="small" label={t('In Reply To')} />
      {onFind ? (
        <button type="button" className="quote-words" onClick={onFind}>
          {words}
        </button>
      ) : (
        <span className="quote-words">{words}</span>
      )}
      {onRemove && <IconButton icon="close" size="small" label={t('Remove')} onClick={onRemove} />}
    </div>
  )
}
