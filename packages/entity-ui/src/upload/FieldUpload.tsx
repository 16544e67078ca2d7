import { type FieldUploadProps, useFieldServices } from '@tavla/fields/ui'
import Upload from './Upload.tsx'

/** The upload widget of an attachment field: one file, which belongs to the field. */
export default function FieldUpload({ accept, target, onComplete, onRemoved }: FieldUploadProps) {
  const { uploadUrl } = useFieldServices()
  return <Upload url={uploadUrl} accept={accept} target={target} onComplete={onComplete} onRemoved={onRemoved} />
}
