// Styles of list and form pages. Imported by scripts, not by `@import`, so that each rule is in one bundle:
// in two, precedence would depend on the page opened first.
import '#ui/forms/form.css'
import '#ui/lists/record-table.css'
import './list-page.css'
