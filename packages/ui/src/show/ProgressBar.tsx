import './show.css'

/** How far something has come, from 0 to 1; without a value it only says that it runs. */
export function ProgressBar({ value, label }: { value?: number | undefined; label: string }) {
  return <progress className="progress" aria-label={label} {...(value !== undefined && { value, max: 1 })} />
}
