import { type EntityRecord, type FieldMeta, type MetaPermissions, textOf } from '@tavla/contract'
import { fileSize } from '@tavla/fields/ui'
import { localeOf } from '@tavla/i18n'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, IconButton } from '@tavla/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { mayDo } from '../detail/record-rights.ts'
import { useEnvironment } from '../environment.ts'
import { RemoveFile } from './RemoveFile.tsx'
import { TimeOf } from './TimeOf.tsx'

interface FileRowProps {
  file: EntityRecord
  /** The field that the file was uploaded for. */
  field: FieldMeta | undefined
  record: EntityRecord | null
  /** This person's rights on files. */
  rights: MetaPermissions | undefined
  onRemoved: () => void
}

/** One file of a record: its name, uploader, time and actions. */
export function FileRow({ file, field, record, rights, onRemoved }: FileRowProps) {
  const { t, language } = useI18n()
  const { client, session } = useEnvironment()
  const [isAsking, setAsking] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  // The question is closed by now, and the next read removes the row.
  useEffect(() => {
    if (isRemoved) neighbourOf(row.current)?.focus()
  }, [isRemoved])
  const name = textOf(file.file_name)
  const size = fileSize(Number(file.file_size ?? 0), localeOf(language))
  const canRemove = rights !== undefined && mayDo(rights, 'delete', file.owner, session.user)
  // In this tab Delete removes the file, not the record.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !canRemove || isAsking) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <li ref={row} className="file-row" {...{ onKeyDown: handleKey }}>
      <FilePicture file={file} />
      <div className="file-texts">
        <a
          className="text-link file-name"
          href={client.fileUrl(textOf(file.file_url))}
          target="_blank"
          rel="noreferrer"
        >
          <bdi>{name}</bdi>
        </a>
        <p className="tab-facts">
          {file.is_private === 1 && <Icon name="lock" size="small" label={t('Private')} />}
          {textOf(file.file_type) !== '' && <bdi dir="ltr">{textOf(file.file_type)}</bdi>}
          <bdi className="numeric">
            {size.amount}&nbsp;
            <Text source={size.unit} />
          </bdi>
          <bdi>{file._link_titles?.owner ?? file.owner}</bdi>
          {file.creation && <TimeOf at={file.creation} />}
          {field && (
            <span className="file-field">
              <Text source={field.label} />
            </span>
          )}
        </p>
      </div>
      {canRemove && <IconButton icon="delete" label={t('Remove')} variant="danger" onClick={() => setAsking(true)} />}
      {isAsking && (
        <RemoveFile
          id={file.id}
          name={name}
          // The question names the field only if it still shows this file.
          field={field && record?.[field.fieldname] === file.file_url ? field : undefined}
          onRemoved={() => {
            setAsking(false)
            setRemoved(true)
            onRemoved()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

function FilePicture({ file }: { file: EntityRecord }) {
  const { client } = useEnvironment()
  const [isBroken, setBroken] = useState(false)
  const thumbnail = textOf(file.thumbnail_url)
  return (
    <span className="file-picture" aria-hidden="true">
      {thumbnail === '' || isBroken ? (
        <Icon name="draft" />
      ) : (
        <img
          src={client.fileUrl(thumbnail)}
          alt=""
          loading="lazy"
          referrerPolicy="strict-origin"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

/** The next focus when a row is gone: the next file, else the one before, else the upload button. */
function neighbourOf(row: HTMLElement | null): HTMLElement | null | undefined {
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  if (other) return other.querySelector<HTMLElement>('.file-name')
  return row?.closest('.record-tab')?.querySelector<HTMLElement>('.upload-browse')
}
