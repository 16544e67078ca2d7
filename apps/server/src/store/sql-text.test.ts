import { describe, expect, it } from 'vitest'
import { readSql } from './sql-text.ts'

describe('reading a statement', () => {
  it('numbers its placeholders', () => {
    const { numbered, params } = readSql('insert into t (a, b) values (?, ?)')
    expect(numbered).toBe('insert into t (a, b) values ($1, $2)')
    expect(params).toBe(2)
  })

  it('leaves quoted text and comments alone', () => {
    const text = `select '?', 'it''s ?', "od?d" from t -- ?\n where /* ? */ a = `
    expect(readSql(`${text}?`)).toEqual({ numbered: `${text}$1`, params: 1 })
  })

  it('leaves placeholders printed for PostgreSQL unchanged', () => {
    expect(readSql('select $1, $2, $1').params).toBe(2)
    expect(() => readSql('select $1, ?')).toThrow('Two kinds')
    expect(() => readSql('select ?1')).toThrow('write ?')
  })

  it('refuses the bare word that means something else on PostgreSQL', () => {
    expect(() => readSql('delete from credential where user = ?')).toThrow('Write "user" in double quotes')
    expect(() => readSql(`select "user", t.user, user_id, end_user from t where a = 'user'`)).not.toThrow()
  })
})
