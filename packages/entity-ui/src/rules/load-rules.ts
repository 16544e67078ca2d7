/** The code of the expressions, for forms whose entity has any. */
export const loadRules = () => import('@tavla/expressions/form')
