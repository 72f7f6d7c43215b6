/**
 * Text that replaces the message input for administrators who may view but not change the record (rules
 * 23.3).
 */
export const ReadOnlyNote = () => (
  <p className="subtle read-only">
    You may only view this record, so you cannot write here. An administrator who manages access can give you
    permission to change it.
  </p>
)
