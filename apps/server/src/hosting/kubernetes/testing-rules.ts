/** Faults of a value, in the words of the Kubernetes API. */
export type Rule = (value: unknown, path: string) => string[]

/** An object with these fields and no others, as strict field validation demands. */
export function object(fields: Record<string, Rule>, required: readonly string[] = []): Rule {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: must be an object`]
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key))
    const missing = required.filter((key) => (value as Record<string, unknown>)[key] === undefined)
    return [
      ...unknown.map((key) => `unknown field "${path}.${key}"`),
      ...missing.map((key) => `${path}.${key}: Required value`),
      ...Object.entries(value).flatMap(([key, one]) => fields[key]?.(one, `${path}.${key}`) ?? []),
    ]
  }
}

export const list =
  (rule: Rule, least = 0): Rule =>
  (value, path) => {
    if (!Array.isArray(value)) return [`${path}: must be a list`]
    if (value.length < least) return [`${path}: Required value`]
    return value.flatMap((one, index) => rule(one, `${path}[${index}]`))
  }

/** An object whose keys are label keys and whose values obey `rule`. */
export const map =
  (rule: Rule): Rule =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: must be an object`]
    return Object.entries(value).flatMap(([key, one]) => [...labelKey(key, path), ...rule(one, `${path}[${key}]`)])
  }

export const text =
  (pattern = /.*/s, longest = 100_000): Rule =>
  (value, path) =>
    typeof value === 'string' && value.length <= longest && pattern.test(value)
      ? []
      : [`${path}: Invalid value: ${JSON.stringify(value)}`]

export const whole =
  (least: number, most: number): Rule =>
  (value, path) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? []
      : [`${path}: Invalid value: ${JSON.stringify(value)}`]

export const flag: Rule = (value, path) => (typeof value === 'boolean' ? [] : [`${path}: must be a boolean`])

export const oneOf =
  (...values: unknown[]): Rule =>
  (value, path) =>
    values.includes(value) ? [] : [`${path}: Unsupported value: ${JSON.stringify(value)}`]

/** Valid by the first rule or by the second. */
export const either =
  (one: Rule, other: Rule): Rule =>
  (value, path) =>
    one(value, path).length === 0 ? [] : other(value, path)

/** RFC 1123. */
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const qualified = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/

export const dnsLabel = text(label, 63)
export const dnsName = text(subdomain, 253)
export const hostName = text(/^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/, 253)
export const labelValue: Rule = (value, path) => (value === '' ? [] : text(qualified, 63)(value, path))
export const port = whole(1, 65_535)
export const portName = text(/^(?=.*[a-z])[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 15)
export const quantity: Rule = either(
  text(/^([0-9]+(\.[0-9]*)?|\.[0-9]+)(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/, 40),
  whole(0, Number.MAX_SAFE_INTEGER),
)
export const base64 = text(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)

function labelKey(key: string, path: string): string[] {
  const [name = '', prefix, more] = key.split('/').reverse()
  const isRight =
    more === undefined && qualified.test(name) && name.length <= 63 && (prefix === undefined || subdomain.test(prefix))
  return isRight ? [] : [`${path}: Invalid value: "${key}"`]
}
