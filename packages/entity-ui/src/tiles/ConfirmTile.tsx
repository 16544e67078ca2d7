import { Text } from '@tavla/i18n/react'
import { Button, ReversalText, useShortcut } from '@tavla/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { useDeletionReversal } from '../detail/useDeletionReversal.ts'

interface ConfirmTileProps {
  id: string
  /** 1 when the record goes to the trash; undefined while that is not known. */
  hasTrash: 0 | 1 | undefined
  onCancel: () => void
  onConfirm: () => Promise<void>
}

/** Asks inside the card before its record is deleted; the focus starts on Cancel (reference: screens, Tiles). */
export function ConfirmTile({ id, hasTrash, onCancel, onConfirm }: ConfirmTileProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const questionId = useId()
  const reversal = useDeletionReversal(hasTrash)
  useShortcut('Escape', onCancel)
  useEffect(() => {
    const before = document.activeElement
    cancel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div
      className="entity-tile-confirm"
      role="alertdialog"
      aria-labelledby={questionId}
      aria-describedby={reversal === null ? undefined : `${questionId}-reversal`}
    >
      <p id={questionId}>
        <Text source="Are you sure you want to delete" /> <bdi dir="ltr">{id}</bdi>?
      </p>
      {reversal !== null && (
        <p id={`${questionId}-reversal`} className="entity-tile-reversal">
          <ReversalText reversal={reversal} />
        </p>
      )}
      <div className="entity-tile-answers">
        <Button ref={cancel} size="small" onClick={onCancel}>
          <Text source="Cancel" />
        </Button>
        <Button
          size="small"
          variant="danger"
          isPending={isDeleting}
          onClick={() => {
            setDeleting(true)
            void onConfirm()
          }}
        >
          <Text source="Confirm" />
        </Button>
      </div>
    </div>
  )
}
