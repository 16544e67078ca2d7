import { limits } from '@tavla/contract'
import { parseFileUrl } from '../parse-file-url.ts'
import type { FieldTypeServer } from '../types.ts'

/** An image: the `file_url` of an upload, whose existence the engine checks, or a web address. */
const attachImage: FieldTypeServer = {
  type: 'Attach Image',
  kind: 'file',
  length: limits.attachLength,
  onlyPictures: true,
  parse: parseFileUrl,
  sample: {
    value: '/files/noa-3f9c2b.png',
    stored: '/files/noa-3f9c2b.png',
    refused: ['noa.png', '//example.com/noa.png', 'data:image/png;base64,AA==', 'ftp://example.com/noa.png'],
  },
}

export default attachImage
