;; Passes the text of a JSON string sixteen bytes at a time. text-scan.ts holds this, compiled: npm test -- src/kernel/json/text-scan says so.
(module
  ;; The piece of text is at 0; what follows it is of no meaning, and sixteen bytes of it may be read.
  (memory (export "memory") 2)
  ;; Tables of json-bytes.ts, behind the longest piece and what may be read there: the lengths of escapes, and which bytes are hex digits.
  (global (export "escapeLengths") i32 (i32.const 65792))
  (global (export "isHexDigit") i32 (i32.const 66048))

  ;; The place of the first byte of the piece that is not plain and begins no escape that is whole; its length when there is none.
  (func (export "pass") (param $length i32) (result i32)
    (local $at i32) (local $bytes v128) (local $others i32) (local $escape i32)
    (loop $on
      (if (i32.ge_u (local.get $at) (local.get $length)) (then (return (local.get $length))))
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $others
        (i8x16.bitmask
          (v128.or
            (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 0x20)))
            (v128.or
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c)))))))
      (if (i32.eqz (local.get $others))
        (then (local.set $at (i32.add (local.get $at) (i32.const 16))) (br $on)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $others))))
      (if (i32.ge_u (local.get $at) (local.get $length)) (then (return (local.get $length))))
      (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x5c)) (then (return (local.get $at))))
      (local.set $escape (i32.load8_u offset=65792 (i32.load8_u offset=1 (local.get $at))))
      (if (i32.eqz (local.get $escape)) (then (return (local.get $at))))
      (if (i32.gt_u (i32.add (local.get $at) (local.get $escape)) (local.get $length)) (then (return (local.get $at))))
      (if (i32.eq (local.get $escape) (i32.const 6))
        (then
          (if
            (i32.eqz
              (i32.and
                (i32.and
                  (i32.load8_u offset=66048 (i32.load8_u offset=2 (local.get $at)))
                  (i32.load8_u offset=66048 (i32.load8_u offset=3 (local.get $at))))
                (i32.and
                  (i32.load8_u offset=66048 (i32.load8_u offset=4 (local.get $at)))
                  (i32.load8_u offset=66048 (i32.load8_u offset=5 (local.get $at))))))
            (then (return (local.get $at))))))
      (local.set $at (i32.add (local.get $at) (local.get $escape)))
      (br $on))
    (unreachable)))
