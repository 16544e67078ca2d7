import { type EntityRecord, textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon, IconButton, PopoverPanel } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import Upload from '../upload/Upload.tsx'
import type { DraftFile } from './draft.ts'

interface DraftFilesProps {
  entity: string
  id: string
  files: readonly DraftFile[]
  /** A WhatsApp message carries one file. */
  isSingle: boolean
  onChange: (files: readonly DraftFile[]) => void
}

/** The files of a message: chosen from the record's files, or uploaded now. */
export function DraftFiles({ entity, id, files, isSingle, onChange }: DraftFilesProps) {
  const { t } = useI18n()
  const add = (file: DraftFile) => onChange(isSingle ? [file] : [...files.filter((one) => one.id !== file.id), file])
  const remove = (fileId: string) => onChange(files.filter((one) => one.id !== fileId))
  return (
    <>
      <PopoverPanel
        label={t('Attachments')}
        button={{
          variant: 'quiet',
          size: 'small',
          icon: <Icon name="attach_file" size="small" />,
          children: <Text source="Attachments" />,
        }}
      >
        <Choices {...{ entity, id, files, isSingle, add, remove }} />
      </PopoverPanel>
      {files.length > 0 && (
        <ul className="message-files composer-files" aria-label={t('Attachments')}>
          {files.map((file) => (
            <li key={file.id}>
              <Icon name="attach_file" size="small" />
              <bdi>{file.name}</bdi>
              <IconButton
                icon="close"
                size="small"
                label={`${t('Remove')} ${file.name}`}
                onClick={() => remove(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface ChoicesProps extends Pick<DraftFilesProps, 'entity' | 'id' | 'files' | 'isSingle'> {
  add: (file: DraftFile) => void
  remove: (id: string) => void
}

function Choices({ entity, id, files, isSingle, add, remove }: ChoicesProps) {
  const { client } = useEnvironment()
  const { value: data } = useReading(`${entity}/${id}`, () => client.files.attachedTo(entity, id, 50))
  return (
    <div className="composer-choices">
      {data?.data.map((file) => {
        const isChosen = files.some((one) => one.id === file.id)
        return (
          <Checkbox
            key={file.id}
            isChecked={isChosen}
            onChange={() => (isChosen ? remove(file.id) : add(toDraftFile(file)))}
          >
            <bdi>{textOf(file.file_name)}</bdi>
          </Checkbox>
        )
      })}
      <Upload
        url={`${client.host}/api/files`}
        target={{ entity, id, isPrivate: true }}
        multiple={!isSingle}
        onComplete={(file) =>
          add({ id: file.id, name: file.file_name, url: file.file_url, mime: file.mime_type ?? '' })
        }
        onRemoved={(file) => remove(file.id)}
      />
    </div>
  )
}

const toDraftFile = (file: EntityRecord): DraftFile => ({
  id: file.id,
  name: textOf(file.file_name),
  url: textOf(file.file_url),
  mime: textOf(file.mime_type),
})
