import { Text, useI18n } from '@tavla/i18n/react'
import { announce, notify } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import './no-number.css'

export interface NoNumberProps {
  /** The typed text, of which no number can be made. */
  text: string
  /** The box has lost the focus, and shows 0. */
  isLeft: boolean
  /** Brings back the number from before. */
  onUndo: () => void
}

/**
 * Says what becomes of a text that is no number: first what will be saved, and after leaving the box what it is now,
 * with Undo (reference: screens, Field inputs).
 */
export default function NoNumber({ text, isLeft, onUndo }: NoNumberProps) {
  const { t } = useI18n()
  // The form may render anew while the notice stands.
  const undo = useRef(onUndo)
  useEffect(() => {
    undo.current = onUndo
  })
  useEffect(() => {
    if (!isLeft) announce(t(hint))
  }, [isLeft, t])
  useEffect(() => {
    if (!isLeft) return
    const action = { label: t('Undo'), onAction: () => undo.current() }
    return notify(t('"{0}" is not a number. It is 0 now.', [text.trim().slice(0, 40)]), { action })
  }, [isLeft, text, t])
  if (isLeft) return null
  return (
    // Announced already.
    <p className="no-number" aria-hidden="true">
      <Text source={hint} />
    </p>
  )
}

const hint = 'This will be saved as 0.'
