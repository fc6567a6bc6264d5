"""Classes: fields, constructors, methods, getters and statics, up the chain and in the right order."""

from __future__ import annotations

import pytest

from tests.evaluate.evaluation import json_of, reason_of


@pytest.mark.parametrize(
    ("before", "text", "value"),
    [
        ("class A{a=1}", "new A().a", 1),
        ("class A{constructor(a){this.a=a}}", "new A(2).a", 2),
        ("class A{a=1;constructor(){this.a=2}}", "new A().a", 2),
        ("class A{a=1}class B extends A{a=2}", "new B().a", 2),
        ("class A{constructor(a){this.a=a}}class B extends A{}", "new B(3).a", 3),
        ("class A{constructor(a){this.a=a}}class B extends A{b=this.a;constructor(x){super(x+1);this.c=this.b}}",
         "new B(1).c", 2),
        ("class A{get a(){return this.b}b=4}", "new A().a", 4),
        ("class A{a(x){return this.b+x}b=4}", "new A().a(1)", 5),
        ("class A{m(){return'A'}}class B extends A{m(){return'B'}}class C extends B{}", "new C().m()", "B"),
        ("class A{static a=1}class B extends A{}", "B.a", 1),
        ("class A{static make(){return new A().a}a=5}", "A.make()", 5),
        ("class A{}A.s=6;", "A.s", 6),
        ("class A{static get s(){return 7}}", "A.s", 7),
        ("var A=class Z{static a=1;static b=Z.a}", "A.b", 1),
        ("class A{constructor(a){this.a=a,this.b=[a]}}", "new A(1).b", [1]),
        ("class A{constructor(a){this.b=a;this.c=this.b;this.b=2}}", "[new A(1).c,new A(1).b]", [1, 2]),
        ("class A{constructor(){this.a=1;this.b=this.a}}class B extends A{constructor(){super();this.a=2}}", "new B().b", 1),
        ("class A{constructor(){this.b=this.a+1}a=1}", "new A().b", 2),
        ("class A{constructor(a){let b=a;this.c=b;b=3}}", "new A(1).c", 1),
        ("class A{constructor(a){this.c=a+(a=2);this.d=a}}", "[new A(1).c,new A(1).d]", [3, 2]),
        ("class A{constructor(){this.c=1;this.set(2);this.d=this.c}set(x){this.c=x}}", "new A().d", 2),
        ("class A{constructor(a){this.f=a?this.m:0}m(){return 7}}", "new A(1).f()", 7),
        ("class A{static#x=1;static y(){return 2}}", "A.y()", 2),
        ("class A{static name2='n'}class B{static A=A}", "B.A.name2", "n"),
    ],
)  # fmt: skip
def test_members(before: str, text: str, value: object) -> None:
    assert json_of(text, before) == value


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("", "new Unheard().a"),
        ("class A extends Unheard{}", "new A().a"),
        ("class A{constructor(){try{this.a=1}catch{}}a=0}", "new A().a"),
        ("class A{constructor(){if(unheardOf)this.a=1;}a=0}", "new A().a"),
        ("class A{}", "A.s"),
        ("class A{}", "new A().a"),
        ("class A{}A.s=1;A.s=2;function f(A){A.s=3}", "unheardOf(A)"),
    ],
)
def test_members_that_are_not_known(before: str, text: str) -> None:
    assert reason_of(text, before)
