import type { FieldMeta } from '@tavla/contract'
import { isEmailAddress, isPhoneNumber, isWebAddress, withoutDirectionMarks } from '../text-formats.ts'

export interface DataForm {
  input: 'text' | 'email' | 'tel' | 'url'
  dir: 'auto' | 'ltr'
  /** Address of a link to the value. */
  href?(text: string): string | undefined
  check(text: string): string | null
  /** An example value of this form; without it any text is valid. */
  example?: string
}

/**
 * The form that a Data field's options or name ask for; addresses and phone numbers run from left to right (reference:
 * http-api, Coercion and checks).
 */
export function dataForm({ fieldname, options }: FieldMeta): DataForm {
  if (options === 'Phone') return phone
  if (options === 'URL') return web
  return options === 'Email' || fieldname === 'email' ? email : line
}

const line: DataForm = { input: 'text', dir: 'auto', check: () => null }

const email: DataForm = {
  input: 'email',
  dir: 'ltr',
  href: (text) => (isEmailAddress(text) ? `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}` : undefined),
  check: refuseUnless(isEmailAddress, '{0} is not a valid email address'),
  example: 'name@example.com',
}

const phone: DataForm = {
  input: 'tel',
  dir: 'ltr',
  href: (text) => (isPhoneNumber(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : undefined),
  check: refuseUnless(isPhoneNumber, '{0} is not a valid phone number'),
  example: '+972 50 123 4567',
}

const web: DataForm = {
  input: 'url',
  dir: 'ltr',
  // Only http and https: a stored `javascript:` address must never become a link.
  href: (text) => (isWebAddress(text) ? text : undefined),
  check: refuseUnless(isWebAddress, '{0} is not a valid web address'),
  example: 'https://example.com',
}

function refuseUnless(accepts: (text: string) => boolean, refusal: string) {
  return (text: string) => {
    const plain = withoutDirectionMarks(text).trim()
    return plain === '' || accepts(plain) ? null : refusal
  }
}
