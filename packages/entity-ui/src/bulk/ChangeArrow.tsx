import './change-arrow.css'

/** The arrow from a former value to the new one, in the direction of reading. */
export const ChangeArrow = () => <span aria-hidden="true" className="change-arrow" />
