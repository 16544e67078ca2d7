import { limits } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import Upload from '../upload/Upload.tsx'
import { FileRow } from './FileRow.tsx'
import { TabState } from './TabState.tsx'
import { useListEvents } from './useListEvents.ts'

export interface FilesTabProps {
  entity: string
  id: string
  /** Users who may write the record may attach files to it. */
  canUpload: boolean
}

/** All files of a record: upload several at once, open and remove them (reference: screens, Uploads on screen). */
export default function FilesTab({ entity, id, canUpload }: FilesTabProps) {
  const { client, session } = useEnvironment()
  const [{ meta, activeEntity: record }] = useEntity(entity)
  const [files, fileStore] = useEntity('File')
  const [count, setCount] = useState(page)
  const reading = useReading(`${entity}/${id}`, () => client.files.attachedTo(entity, id, count), count)
  const { value: data, error, reload } = reading
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const rows = data?.data ?? []

  useEffect(() => {
    // Only its rights are needed: without them there is no Remove.
    fileStore.loadMeta().catch(() => undefined)
  }, [fileStore])

  useListEvents('File', reload)

  return (
    <div className="record-tab">
      {canUpload && (
        <Upload
          url={`${client.host}/api/files`}
          target={{ entity, id }}
          multiple
          removed={removed}
          keepAs={[client.host, session.user, entity, id].join('\n')}
          onComplete={reload}
          onRemoved={reload}
        />
      )}
      <TabState
        status={readingStatus(reading)}
        error={error}
        isEmpty={rows.length === 0}
        empty="No files yet"
        emptyIcon="attach_file"
        onRetry={() => void reload()}
      >
        <ul className="file-list">
          {rows.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              field={meta?.all_fields.find((field) => field.fieldname === file.attached_to_field)}
              record={record}
              rights={files.meta?.doc_meta.permissions}
              onRemoved={() => {
                setRemoved(new Set([...removed, file.id]))
                void reload()
              }}
            />
          ))}
        </ul>
        {rows.length < Math.min(data?.count ?? 0, limits.pageCap) && (
          <Button variant="quiet" onClick={() => setCount(Math.min(count + page, limits.pageCap))}>
            <Text source="More" />
          </Button>
        )}
      </TabState>
    </div>
  )
}

/** Files in one read. */
const page = 50
