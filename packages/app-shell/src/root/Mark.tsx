/** The product's mark: a table with a head, a column and rows. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="mark-ground" />
      <rect x="7" y="8" width="18" height="5.5" rx="1.25" />
      <rect x="7" y="15.5" width="6.5" height="8.5" rx="1.25" />
      <rect x="15.5" y="15.5" width="9.5" height="3.5" rx="1.25" opacity=".62" />
      <rect x="15.5" y="20.5" width="9.5" height="3.5" rx="1.25" opacity=".62" />
    </svg>
  )
}
