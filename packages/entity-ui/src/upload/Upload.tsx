import type { UploadedFile } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { UploadTarget } from './send-file.ts'
import type { UploadResponse } from './transport.ts'
import { UploadRow } from './UploadRow.tsx'
import { useAnnouncements } from './useAnnouncements.ts'
import { useNarrow } from './useNarrow.ts'
import { useUploadQueue } from './useUploadQueue.ts'
import './upload.css'

export interface UploadProps {
  /** Address of the upload call, e.g. `https://site.example/api/files`. */
  url: string
  target?: UploadTarget
  /** MIME types, wildcards such as `image/*`, or extensions; empty means any (reference: screens, Uploads on screen). */
  accept?: readonly string[]
  multiple?: boolean
  maxFiles?: number
  /** A name under which running uploads go on when the widget unmounts, and by which it finds them again. */
  keepAs?: string
  /** Ids of files that were removed elsewhere and cannot be undone any more. */
  removed?: ReadonlySet<string>
  onComplete?: (file: UploadedFile) => void
  onRemoved?: (file: UploadedFile) => void
  /** Gets the answer of a failed upload (reference: screens, Error window). */
  onError?: (response: UploadResponse) => void
}

/** The upload widget: drop files, paste them or browse; a row for each, with its progress and one action. */
export default function Upload(props: UploadProps) {
  const { url, target = {}, accept = [], multiple = false, maxFiles } = props
  const { keepAs, removed, onComplete, onRemoved, onError } = props
  const { t } = useI18n()
  const [isOver, setOver] = useState(false)
  const [isTooMany, setTooMany] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { spoken, tell } = useAnnouncements()
  const { queue, items: all } = useUploadQueue(
    {
      ...{ url, target, accept, multiple },
      ...(maxFiles !== undefined && { maxFiles }),
      ...(keepAs !== undefined && { keepAs }),
    },
    {
      ...{ onComplete, onRemoved, onError, onEvent: tell },
      onLost: (files) => notify(`${t('Upload cancelled')}: ${files.map(({ name }) => name).join(', ')}`),
    },
  )
  const items = removed ? all.filter(({ result }) => !result || !removed.has(result.id)) : all
  const isNarrow = useNarrow(root, 280)

  const add = (files: Iterable<File> | null | undefined) => setTooMany(!queue.add([...(files ?? [])]))

  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Browse button does the same as dropping
    <div
      ref={root}
      className="upload"
      data-over={isOver || undefined}
      data-narrow={isNarrow || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={handleDrop}
      onPaste={(event) => add(event.clipboardData.files)}
    >
      <p className="upload-label">
        <label htmlFor={id}>
          <Text source="Drag & Drop your files or" />
        </label>{' '}
        <button type="button" className="upload-browse" onClick={() => input.current?.click()}>
          <Text source="Browse" />
        </button>
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        multiple={multiple}
        accept={accept.join(',')}
        onChange={(event) => {
          add(event.currentTarget.files)
          // Lets the user choose the same file again after removing it.
          event.currentTarget.value = ''
        }}
      />
      {isTooMany && (
        <p className="upload-warning" role="alert">
          <Text source="Max files" />
        </p>
      )}
      {items.length > 0 && (
        <ul className="upload-list">
          {items.map((item) => (
            <UploadRow key={item.key} item={item} accept={accept} queue={queue} />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      {items.some((item) => item.status === 'invalid') && (
        <p className="visually-hidden" role="alert">
          {t('Field contains invalid files')}
        </p>
      )}
    </div>
  )
}
