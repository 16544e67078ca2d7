import { limits } from '@tavla/contract'
import { parseFileUrl } from '../parse-file-url.ts'
import type { FieldTypeServer } from '../types.ts'

/** Any file: the `file_url` of an upload, whose existence the engine checks, or a web address. */
const attach: FieldTypeServer = {
  type: 'Attach',
  kind: 'file',
  length: limits.attachLength,
  parse: parseFileUrl,
  sample: {
    value: '/private/files/חוזה-3f9c2b.pdf',
    stored: '/private/files/חוזה-3f9c2b.pdf',
    refused: ['/files/', '/files/../secret', '/files/a/b', '/etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 5],
  },
}

export default attach
