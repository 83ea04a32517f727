//! What the place of a function says of its parameters.

use expect_test::expect;

use super::{check, check_in};

#[test]
fn arguments_and_annotations() {
    check(
        "import { on, Handler, Options, Target } from './m';
on('x', (event) => event.stop());
new Target((done) => done.call());
on({ ready: (r) => r.go(), nested: { deep(d) { d.go(); } } });
on([(e) => e.go()]);
const handler: Handler = (event) => event.stop();
const options: Options = { change: (c) => c.go() };
const cast = ((x) => x.go()) as Handler;
const fits = { change: (c) => c.go() } satisfies Options;
function make(): Handler { return (event) => event.stop(); }
async function later(): Promise<Handler> { return (event) => event.stop(); }
const inner: Handler = () => (event) => event.stop();
class C { field: Handler = (event) => event.stop(); }
const t = new Target();
t.done = (d) => d.go();
on(flag ? (a) => a.go() : (b) => b.go());
on(...all, (z) => z.go());
const plain = (p) => p.go();
(function (q) { q.go(); })(t);
function defaulted(cb: Handler = (e) => e.go()) {}
",
        expect![[r#"
            1:10 import on -> './m'#on
            1:14 import Handler -> './m'#Handler
            1:23 import Options -> './m'#Options
            1:32 import Target -> './m'#Target
            2:1 call on -> './m'#on
            2:26 call stop -> parameter 0 of (argument 1 of './m'#on).stop
            3:5 new Target -> './m'#Target
            3:27 call call -> parameter 0 of (argument 0 of new './m'#Target).call
            4:1 call on -> './m'#on
            4:22 call go -> parameter 0 of (argument 0 of './m'#on.ready).go
            4:50 call go -> parameter 0 of (argument 0 of './m'#on.nested.deep).go
            5:1 call on -> './m'#on
            5:14 call go -> parameter 0 of (argument 0 of './m'#on[0]).go
            6:16 type Handler in handler -> './m'#Handler
            6:43 call stop in handler -> parameter 0 of (<'./m'#Handler>).stop
            7:16 type Options in options -> './m'#Options
            7:45 call go in options.change -> parameter 0 of (<'./m'#Options>.change).go
            8:24 call go in cast -> parameter 0 of (<'./m'#Handler>).go
            8:33 type Handler in cast -> './m'#Handler
            9:33 call go in fits.change -> parameter 0 of (<'./m'#Options>.change).go
            9:50 type Options in fits -> './m'#Options
            10:18 type Handler in make -> './m'#Handler
            10:52 call stop in make -> parameter 0 of (<'./m'#Handler>).stop
            11:33 type Handler in later -> './m'#Handler
            11:68 call stop in later -> parameter 0 of (await(<global Promise<'./m'#Handler>>)).stop
            12:14 type Handler in inner -> './m'#Handler
            12:47 call stop in inner -> parameter 0 of (return of (<'./m'#Handler>)).stop
            13:18 type Handler in C.field -> './m'#Handler
            13:45 call stop in C.field -> parameter 0 of (<'./m'#Handler>).stop
            14:15 new Target in t -> './m'#Target
            15:1 value t -> t
            15:3 value done -> t.done
            15:19 call go -> parameter 0 of (t.done).go
            16:1 call on -> './m'#on
            16:4 value flag -> global flag
            16:20 call go -> parameter 0 of (argument 0 of './m'#on).go
            16:36 call go -> parameter 0 of (argument 0 of './m'#on).go
            17:1 call on -> './m'#on
            17:7 value all -> global all
            17:21 call go -> ?untyped.go
            18:24 call go in plain -> ?untyped.go
            19:19 call go -> t.go
            19:28 value t -> t
            20:24 type Handler in defaulted -> './m'#Handler
            20:43 call go in defaulted -> parameter 0 of (<'./m'#Handler>).go
        "#]],
    );
}

#[test]
fn attributes() {
    check_in(
        "a.tsx",
        "import { Button, NS } from './m';
const a = <Button onClick={(event) => event.stop()}>{(row) => row.go()}</Button>;
const b = <NS.Menu render={(r) => r.go()} />;
const c = <div onClick={(event) => event.stop()} />;
",
        expect![[r#"
            1:10 import Button -> './m'#Button
            1:18 import NS -> './m'#NS
            2:12 jsx Button in a -> './m'#Button
            2:45 call stop in a -> parameter 0 of (attribute onClick of './m'#Button).stop
            2:67 call go in a -> parameter 0 of (attribute children of './m'#Button).go
            2:74 jsx_close Button in a -> './m'#Button
            3:12 value NS in b -> './m'#NS
            3:15 jsx Menu in b -> './m'#NS.Menu
            3:37 call go in b -> parameter 0 of (attribute render of './m'#NS.Menu).go
            4:42 call stop in c -> ?untyped.stop
        "#]],
    );
}

#[test]
fn chains_of_callbacks() {
    check(
        "import { all } from './m';
all().filter((a) => a.ok()).map((b) => b.value()).forEach(({ c, d = 1 }, i) => { c.go(); i.go(); d.go(); });
",
        expect![[r#"
            1:10 import all -> './m'#all
            2:1 call all -> './m'#all
            2:7 call filter -> './m'#all().filter
            2:23 call ok -> parameter 0 of (argument 0 of './m'#all().filter).ok
            2:29 call map -> './m'#all().filter((_) => infer(parameter 0 of (argument 0 of './m'#all().filter).ok())).map
            2:42 call value -> parameter 0 of (argument 0 of './m'#all().filter((_) => infer(parameter 0 of (argument 0 of …().filter).ok())).map).value
            2:51 call forEach -> './m'#all().filter((_) => infer(parameter 0 of (argument 0 of './m'#all().filter).ok())).map((_) => infer(parameter 0 of (argument 0 of './m'#all().filter((_) => infer(…())).map).value())).forEach
            2:62 value c -> parameter 0 of (argument 0 of './m'#all().filter((_) => infer(parameter 0 of (argument 0 of …).ok())).map((_) => infer(parameter 0 of (argument 0 of …(…).map).value())).forEach).c
            2:65 value d -> parameter 0 of (argument 0 of './m'#all().filter((_) => infer(parameter 0 of (argument 0 of …).ok())).map((_) => infer(parameter 0 of (argument 0 of …(…).map).value())).forEach).d
            2:84 call go -> parameter 0 of (argument 0 of './m'#all().filter((_) => infer(parameter 0 of (…).ok())).map((_) => infer(parameter 0 of (argument 0 of ….map).value())).forEach).c.go
            2:92 call go -> parameter 1 of (argument 0 of './m'#all().filter((_) => infer(parameter 0 of (argument 0 of …).ok())).map((_) => infer(parameter 0 of (argument 0 of …(…).map).value())).forEach).go
            2:100 call go -> (parameter 0 of (argument 0 of './m'#all().filter((_) => infer(….ok())).map((_) => infer(parameter 0 of (argument 0 of …).value())).forEach).d else 1).go
        "#]],
    );
}
