import { Link, type LinkProps } from '@tavla/ui'
import './line-link.css'

/** A line of a list, from edge to edge, that opens a record, a file or a place in one. */
export const LineLink = ({ className, ...link }: LinkProps & { className: string }) => (
  <Link {...link} className={`line-link ${className}`} />
)
