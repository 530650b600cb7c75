;; Passes the text of a JSON string sixteen bytes at a time. text-scan.ts holds this, compiled: npm test -- src/kernel/json/text-scan says so.
(module
  ;; The piece of text is at 0; what follows it is of no meaning, and sixteen bytes of it may be read.
  (memory (export "memory") 2)
  ;; A table of json-bytes.ts, behind the longest piece and what may be read there: which bytes are hex digits.
  (global (export "isHexDigit") i32 (i32.const 66048))

  ;; The place of the first byte of the piece that is not plain and begins no escape that is whole; its length when there is none.
  (func (export "pass") (param $length i32) (result i32)
    (local $at i32) (local $bytes v128) (local $ends v128) (local $slashBytes v128)
    ;; Bits of the sixteen bytes, the first is the lowest: those that end the text unless they are escaped, backslashes, what is escaped, and
    ;; of that what is none of "/\bfnrt.
    (local $stops i32) (local $slashes i32) (local $escaped i32) (local $strange i32)
    (local $odd i32) (local $sum i32) (local $place i32)
    ;; 1 when the byte before the sixteen begins an escape.
    (local $carry i32)
    (loop $on
      (if (i32.ge_u (local.get $at) (local.get $length))
        (then (return (i32.sub (local.get $length) (local.get $carry)))))
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $slashBytes (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c))))
      (local.set $ends
        (v128.or
          (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 0x20)))
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x22)))))
      (local.set $stops (i8x16.bitmask (v128.or (local.get $ends) (local.get $slashBytes))))
      (if (i32.eqz (i32.or (local.get $stops) (local.get $carry)))
        (then (local.set $at (i32.add (local.get $at) (i32.const 16))) (br $on)))
      (local.set $slashes (i8x16.bitmask (local.get $slashBytes)))
      ;; Of backslashes in a row each second one is escaped, and what follows an odd number of them (Langdale and Lemire, Parsing Gigabytes
      ;; of JSON per Second, 2019, §3.1.1).
      (local.set $slashes (i32.and (local.get $slashes) (i32.xor (local.get $carry) (i32.const -1))))
      (local.set $escaped (i32.or (i32.shl (local.get $slashes) (i32.const 1)) (local.get $carry)))
      (local.set $odd
        (i32.and
          (i32.and (local.get $slashes) (i32.const 0xaaaa))
          (i32.xor (local.get $escaped) (i32.const -1))))
      (local.set $sum (i32.add (local.get $odd) (local.get $slashes)))
      (local.set $carry (i32.shr_u (local.get $sum) (i32.const 16)))
      (local.set $escaped
        (i32.and
          (i32.and (local.get $escaped) (i32.const 0xffff))
          (i32.xor (i32.shl (local.get $sum) (i32.const 1)) (i32.const 0x5555))))
      ;; Each row of ASCII has a bit, and each column those of the rows in which an escape has a letter there.
      (local.set $strange
        (i32.and
          (local.get $escaped)
          (i8x16.bitmask
            (i8x16.eq
              (v128.and
                (i8x16.swizzle
                  (v128.const i8x16 0 0 1 0 0 2 4 8 0 0 0 0 0 0 0 0)
                  (i8x16.shr_u (local.get $bytes) (i32.const 4)))
                (i8x16.swizzle
                  (v128.const i8x16 0 0 13 0 8 0 4 0 0 0 0 0 2 0 4 1)
                  (v128.and (local.get $bytes) (i8x16.splat (i32.const 0x0f)))))
              (v128.const i64x2 0 0)))))
      (local.set $stops
        (i32.or
          (local.get $strange)
          (i32.and (i8x16.bitmask (local.get $ends)) (i32.xor (local.get $escaped) (i32.const -1)))))
      (block $through
        (loop $next
          (br_if $through (i32.eqz (local.get $stops)))
          (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $stops))))
          (if (i32.ge_u (local.get $place) (local.get $length)) (then (br $through)))
          ;; Neither escaped nor plain.
          (if
            (i32.eqz
              (i32.and
                (local.get $strange)
                (i32.and (local.get $stops) (i32.sub (i32.const 0) (local.get $stops)))))
            (then (return (local.get $place))))
          ;; \u and four hex digits are an escape, too.
          (if
            (i32.or
              (i32.or
                (i32.ne (i32.load8_u (local.get $place)) (i32.const 0x75))
                (i32.gt_u (i32.add (local.get $place) (i32.const 5)) (local.get $length)))
              (i32.eqz
                (i32.and
                  (i32.and
                    (i32.load8_u offset=66048 (i32.load8_u offset=1 (local.get $place)))
                    (i32.load8_u offset=66048 (i32.load8_u offset=2 (local.get $place))))
                  (i32.and
                    (i32.load8_u offset=66048 (i32.load8_u offset=3 (local.get $place)))
                    (i32.load8_u offset=66048 (i32.load8_u offset=4 (local.get $place)))))))
            (then (return (i32.sub (local.get $place) (i32.const 1)))))
          (local.set $stops (i32.and (local.get $stops) (i32.sub (local.get $stops) (i32.const 1))))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      ;; The last byte of the piece may begin an escape that goes on behind it.
      (if (i32.gt_u (local.get $at) (local.get $length))
        (then
          (return
            (i32.sub
              (local.get $length)
              (i32.and
                (i32.const 1)
                (i32.shr_u
                  (local.get $escaped)
                  (i32.sub (i32.add (local.get $length) (i32.const 16)) (local.get $at))))))))
      (br $on))
    (unreachable)))
