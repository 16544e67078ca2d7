import { type ApiError, toApiError } from '@tavla/client'
import type { ImportRow } from '@tavla/contract'
import { ErrorMessage, useI18n } from '@tavla/i18n/react'
import { TextField } from '@tavla/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cellText } from './cell-text.ts'

interface MendCellProps {
  label: string
  line: ImportRow
  name: string
  /** Puts another value in its place; without it the cell is only shown. */
  onMend: ((value: string) => Promise<void>) | undefined
}

/** A cell of the file. A press or Enter edits it, Enter keeps the value and judges the line anew, Escape gives it back. */
export function MendCell({ label, line, name, onMend }: MendCellProps) {
  const { t } = useI18n()
  const button = useRef<HTMLButtonElement>(null)
  // The focus goes back to the cell, unless the person has gone elsewhere.
  const returns = useRef(false)
  const [typed, setTyped] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError>()
  const value = cellText(line.values[name])
  const isEdited = typed !== undefined
  useEffect(() => {
    if (isEdited || !returns.current) return
    returns.current = false
    button.current?.focus()
  }, [isEdited])
  const shown = value === '' ? <span className="import-muted">{t('blank')}</span> : <bdi>{value}</bdi>
  if (!onMend) return shown

  const leave = () => {
    setTyped(undefined)
    setError(undefined)
  }
  const keep = async () => {
    if (typed === undefined || isPending) return
    if (typed === value) return leave()
    setPending(true)
    try {
      await onMend(typed)
      leave()
    } catch (failure) {
      setError(toApiError(failure))
    } finally {
      setPending(false)
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    returns.current = true
    if (event.key === 'Enter') void keep()
    else leave()
  }
  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className="import-cell"
        data-wrong={line.messages[name] !== undefined || undefined}
        aria-label={t('Mend {0}: {1}', [label, value || t('blank')])}
        onClick={() => setTyped(value)}
      >
        {shown}
      </button>
    )
  }
  return (
    <>
      <TextField
        aria-label={label}
        autoFocus
        value={typed}
        aria-busy={isPending}
        onChange={setTyped}
        onKeyDown={handleKey}
        onBlur={() => void keep()}
      />
      {error && (
        <p className="import-failure" role="alert" dir="auto">
          <ErrorMessage error={error} />
        </p>
      )}
    </>
  )
}
