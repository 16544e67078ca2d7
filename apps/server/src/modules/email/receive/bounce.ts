/** Reads a report of a failed delivery (RFC 3464); null for any other mail and for reports of success. */
export function readBounce(contentType: string, source: Buffer): { messageIds: string[]; reason: string } | null {
  if (!/multipart\/report/i.test(contentType) || !/delivery-status/i.test(contentType)) return null
  const text = source.toString('latin1', 0, Math.min(source.length, 1_000_000)).replace(/\r?\n[ \t]+/g, ' ')
  const line = (name: string) => new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(text)?.[1]?.trim()
  if (!/^failed/i.test(line('Action') ?? '')) return null
  // The first header block belongs to the report itself.
  const original = text.slice(text.search(/\r?\n\r?\n/))
  const messageIds = [...original.matchAll(/^Message-ID:[ \t]*(<[^<>\s]+>)/gim)]
    .slice(0, maxIds)
    .map(([, id]) => id as string)
  const diagnostic = line('Diagnostic-Code')?.replace(/^[^;]*;\s*/, '')
  return { messageIds, reason: (diagnostic ?? line('Status') ?? '').slice(0, 300) }
}

/** A report is about one mail, which may refer to a few others. */
const maxIds = 20
