/* license */

/** Doc of a module, apart. */

/** Doc of f. */
// between
export /* inside */ function /* and */ f /* more */ (a /* 1 */ : string /* 2 */) /* 3 */ : void /* 4 */ { /* 5 */ }
const /* a */ x /* b */ = /* c */ 1 /* d */, /* e */ y /* f */;
export /* a */ { /* b */ x /* c */ as /* d */ z /* e */ } /* f */ ;
/**/ class /** c */ C /* d */ { /* e */
  /** Doc of m. */ /* and more */
  m /* a */ () /* b */ { } // end
  /* only */
  p /* a */ = /* b */ 1 /* c */ ;
  /* last */ }
interface I { /* a */ a /* b */ : /* c */ string /* d */ ; // e
  /** f */ f /* g */ () /* h */ : /* i */ void /* j */
}
enum E { /* a */ A /* b */ = /* c */ 1 /* d */ , /* e */ B /* f */ }
import /* a */ { /* b */ q /* c */ as /* d */ r /* e */ , } /* f */ from /* g */ 'm' /* h */;
type T = /* a */ { a: 1 } /* b */ & /* c */ { b: 2 } /* d */ ;
// the end
/* at all */
