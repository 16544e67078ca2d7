import { limits } from '@tavla/contract'
import { parseLine } from './parse-text.ts'
import { refuse } from './problems.ts'
import { isWebAddress } from './text-formats.ts'
import type { FieldRule, ParseResult } from './types.ts'

/**
 * The address of a stored file, `/files/…` or `/private/files/…`, or an http(s) address
 * (reference: http-api, Coercion and checks).
 */
export function parseFileUrl(value: unknown, field: FieldRule): ParseResult {
  const parsed = parseLine(value, field, limits.attachLength)
  if (!('value' in parsed) || parsed.value === null) return parsed
  const url = String(parsed.value)
  if (isStoredFile(url) || isWebAddress(url)) return parsed
  return refuse(field, '{0} must be an uploaded file or a web address')
}

const isStoredFile = (url: string) => /^\/(?:private\/)?files\/(?!\.+$)[^/\\?#\s]+$/.test(url)
