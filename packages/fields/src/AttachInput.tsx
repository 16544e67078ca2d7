import type { UploadedFile } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, useGroupWiring } from '@tavla/ui'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useFieldForm, useFieldServices } from './field-context.ts'
import { isBlank } from './is-blank.ts'
import type { FieldInputProps } from './ui-types.ts'
import { valueText } from './value-text.ts'
import './attach.css'

export type AttachInputProps = FieldInputProps & {
  accept: readonly string[]
  /** The stored file, or a note that there is none. */
  children: ReactNode
}

/**
 * A file with Replace and Remove. Replace opens the upload widget, Cancel closes it. Where the form can save one field,
 * an upload or a removal is saved at once. A finished upload stays visible until the next action, and undoing it
 * restores the former file.
 */
export default function AttachInput({ field, value, onChange, accept, children }: AttachInputProps) {
  const { labelling } = useGroupWiring()
  const { Upload } = useFieldServices()
  const { entity, id, saveField } = useFieldForm()
  const [isReplacing, setReplacing] = useState(false)
  const [isFinished, setFinished] = useState(false)
  const [isSaving, setSaving] = useState(false)
  // A new key makes a new widget, without the files of the last one.
  const [round, setRound] = useState(0)
  const former = useRef<string | null>(null)
  const isEmpty = isBlank(value)
  const canUpload = onChange !== undefined && Upload !== undefined

  const set = async (path: string | null) => {
    setReplacing(false)
    onChange?.(path)
    if (!saveField) return
    setSaving(true)
    await saveField(field.fieldname, path).finally(() => setSaving(false))
  }

  const endRound = () => {
    setReplacing(false)
    setFinished(false)
    setRound((now) => now + 1)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its own legend; the frame has the label
    <div className="attach" role="group" data-finished={(isFinished && !isReplacing) || undefined} {...labelling}>
      {!isEmpty && !isReplacing && children}
      {canUpload && (isEmpty || isReplacing || isFinished) && (
        <Suspense fallback={<div className="attach-loading" />}>
          <Upload
            key={round}
            accept={accept}
            target={{ entity, id: id ?? undefined, field: field.fieldname }}
            onComplete={(file: UploadedFile) => {
              former.current = valueText(value) || null
              setFinished(true)
              void set(file.file_url)
            }}
            onRemoved={() => {
              setFinished(false)
              void set(former.current)
            }}
          />
        </Suspense>
      )}
      {onChange && (!isEmpty || isReplacing) && (
        <div className="attach-actions">
          {isReplacing ? (
            <Button size="small" onClick={endRound}>
              <Text source="Cancel" />
            </Button>
          ) : (
            <>
              <Button size="small" isPending={isSaving} onClick={() => setReplacing(true)}>
                <Text source="Replace" />
              </Button>
              <Button
                size="small"
                variant="quiet"
                isPending={isSaving}
                onClick={() => {
                  endRound()
                  void set(null)
                }}
              >
                <Text source="Remove" />
              </Button>
            </>
          )}
        </div>
      )}
      {!canUpload && isEmpty && children}
    </div>
  )
}
